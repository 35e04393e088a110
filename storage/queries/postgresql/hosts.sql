-- name: moment$
-- The clock of the server, with which the clocks of the processes are compared.
SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS DOUBLE PRECISION);
