/** The control API of the playground, one function for each of its calls. */

/** A refusal of the playground; its message is one sentence for people. */
export class ControlError extends Error {}

async function refusal(response) {
  const said = await response.json().catch(() => null);
  return new ControlError(said?.message ?? `The playground answered ${response.status}. Try again.`);
}

async function reach(path, request) {
  try {
    return await fetch(path, request);
  } catch {
    throw new ControlError("The playground cannot be reached. Is it still running?");
  }
}

async function call(method, path, body) {
  const request = { method };
  if (body instanceof FormData) request.body = body;
  else if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { "Content-Type": "application/json" };
  }
  const response = await reach(`/control${path}`, request);
  if (!response.ok) throw await refusal(response);
  return response.status === 204 ? null : response.json().catch(() => null);
}

/** Files of attachment options travel as Discord's own uploads do: `payload_json` beside `files[n]`. */
function withFiles(body, files) {
  if (!files.length) return body;
  const form = new FormData();
  const attachments = files.map((file, index) => ({ id: String(index), filename: file.name }));
  form.append("payload_json", JSON.stringify({ ...body, attachments }));
  files.forEach((file, index) => form.append(`files[${index}]`, file, file.name));
  return form;
}

export const control = {
  state: () => call("GET", "/state"),
  advance: (seconds) => call("POST", "/clock", { advance: seconds }),
  dropGateway: (resume) => call("POST", "/gateway/drop", { resume }),
  addFault: (fault) => call("POST", "/faults", fault),
  clearFaults: () => call("DELETE", "/faults"),
  changeChannel: (channel, change) => call("PATCH", `/channels/${channel}`, change),
  deleteChannel: (channel) => call("DELETE", `/channels/${channel}`),
  deleteMessage: (channel, message) => call("DELETE", `/channels/${channel}/messages/${message}`),
  settings: (user, change) => call("POST", `/users/${user}/settings`, change),
};

/** Everything one person can do; `user` is their id. */
export function clientFor(user) {
  const own = `/users/${user}`;
  return {
    home: () => call("GET", `${own}/home`),
    messages: (channel, before) =>
      call("GET", `${own}/channels/${channel}/messages?limit=100${before ? `&before=${before}` : ""}`),
    commands: (channel) => call("GET", `${own}/commands?channel=${channel}`),
    say: (channel, content) => call("POST", `${own}/messages`, { channel, content }),
    openDirect: (recipient) => call("POST", `${own}/dms`, { recipient }),
    slash: (body, files = []) => call("POST", `${own}/slash`, withFiles(body, files)),
    autocomplete: (body) => call("POST", `${own}/autocomplete`, body),
    press: (body) => call("POST", `${own}/press`, body),
    submit: (interaction, values) => call("POST", `${own}/submit`, { interaction, values }),
    read: (channel) => call("POST", `${own}/read`, { channel }),
    dismiss: (channel, message) => call("POST", `${own}/dismiss`, { channel, message }),
  };
}
