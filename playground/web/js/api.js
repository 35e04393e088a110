/** The playground's control API, one function per call. */

/** A refusal by the playground; its message is one sentence to show to people. */
export class ControlError extends Error {}

async function refusal(response) {
  const said = await response.json().catch(() => null);
  return new ControlError(said?.message ?? `The playground answered ${response.status}. Try again.`);
}

async function reach(path, request) {
  try {
    return await fetch(path, request);
  } catch {
    throw new ControlError("Can't reach the playground. Is it still running?");
  }
}

async function call(method, path, body) {
  const request = { method };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { "Content-Type": "application/json" };
  }
  const response = await reach(`/control${path}`, request);
  if (!response.ok) throw await refusal(response);
  return response.status === 204 ? null : response.json().catch(() => null);
}

/** Return the value of an attachment option: {filename, data: base64, is_spoiler?}. */
export async function packFile(file, spoiler = false) {
  const reader = new FileReader();
  await new Promise((read, fail) => {
    reader.onload = read;
    reader.onerror = () => fail(new ControlError(`The file ${file.name} can't be read. Choose it again.`));
    reader.readAsDataURL(file);
  });
  const address = String(reader.result);
  const data = address.slice(address.indexOf(",") + 1);
  return { filename: file.name, data, ...(spoiler && { is_spoiler: true }) };
}

export const control = {
  state: () => call("GET", "/state"),
  program: () => call("GET", "/program"),
  startProgram: () => call("POST", "/program"),
  clock: () => call("GET", "/clock"),
  advance: (seconds) => call("POST", "/clock", { advance: seconds }),
  dropGateway: (resume) => call("POST", "/gateway/drop", { resume }),
  reconnectGateway: () => call("POST", "/gateway/reconnect"),
  invalidateGateway: (resumable) => call("POST", "/gateway/invalidate", { resumable }),
  limitRates: (on) => call("POST", "/limits", { on }),
  setCondition: (key, of, on) => call("POST", "/conditions", { key, of, on }),
  setEndpoints: (application, urls) => call("PUT", `/applications/${application}/endpoints`, { urls }),
  grantIntents: (application, intents) => call("PUT", `/applications/${application}/intents`, { intents }),
  addRole: (guild, name, permissions) => call("POST", `/guilds/${guild}/roles`, { name, permissions }),
  giveRoles: (guild, user, roles) => call("PATCH", `/guilds/${guild}/members/${user}`, { roles }),
  slowDown: (seconds) => call("POST", "/slow", { seconds }),
  addFault: (fault) => call("POST", "/faults", fault),
  clearFaults: () => call("DELETE", "/faults"),
  changeChannel: (channel, change) => call("PATCH", `/channels/${channel}`, change),
  addForum: (guild) => call("POST", `/guilds/${guild}/channels`, { name: "forum", type: 15 }),
  deleteChannel: (channel) => call("DELETE", `/channels/${channel}`),
  deleteMessage: (channel, message) => call("DELETE", `/channels/${channel}/messages/${message}`),
  rename: (user, name) => call("POST", `/users/${user}/name`, { name }),
  settings: (user, change) => call("POST", `/users/${user}/settings`, change),
};

/** Return all actions of one person; `user` is the person's id. */
export function clientFor(user) {
  const own = `/users/${user}`;
  return {
    home: () => call("GET", `${own}/home`),
    messages: (channel, before) =>
      call("GET", `${own}/channels/${channel}/messages?limit=100${before ? `&before=${before}` : ""}`),
    phone: () => call("GET", `${own}/phone`),
    pins: (channel) => call("GET", `${own}/channels/${channel}/pins`),
    commands: (channel) => call("GET", `${own}/commands?channel=${channel}`),
    say: (channel, content) => call("POST", `${own}/messages`, { channel, content }),
    openDirect: (recipient) => call("POST", `${own}/dms`, { recipient }),
    slash: (body) => call("POST", `${own}/slash`, body),
    use: (body) => call("POST", `${own}/use`, body),
    autocomplete: (body) => call("POST", `${own}/autocomplete`, body),
    press: (body) => call("POST", `${own}/press`, body),
    submit: (interaction, values) => call("POST", `${own}/submit`, { interaction, values }),
    read: (channel) => call("POST", `${own}/read`, { channel }),
    dismiss: (channel, message) => call("POST", `${own}/dismiss`, { channel, message }),
  };
}
