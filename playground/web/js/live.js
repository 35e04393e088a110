/** One person's live socket. It reconnects by itself; `onopen` must fetch everything again. */

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;

function address(user) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/control/live?user=${encodeURIComponent(user)}`;
}

/** Open the socket; return a function that closes it for good. */
export function openLive(user, { onopen, onevent, onlost }) {
  let wait = FIRST_WAIT;
  let socket = null;
  let timer = null;
  let closed = false;

  function connect() {
    socket = new WebSocket(address(user));
    socket.addEventListener("open", () => {
      wait = FIRST_WAIT;
      onopen();
    });
    socket.addEventListener("message", (frame) => {
      const { event, data } = JSON.parse(frame.data);
      onevent(event, data);
    });
    socket.addEventListener("close", lost);
  }

  function lost() {
    if (closed) return;
    onlost();
    timer = setTimeout(connect, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  connect();
  return () => {
    closed = true;
    clearTimeout(timer);
    socket.close();
  };
}
