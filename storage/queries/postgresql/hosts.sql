-- name: moment$
-- The server's clock, by which the processes' clocks are compared.
SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS DOUBLE PRECISION);
