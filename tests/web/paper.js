/** A document that is just large enough for the page's modules: what they draw becomes text for tests to read. */

class Words {
  constructor(data) {
    this.textContent = data;
  }

  toString() {
    return this.textContent.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  }
}

class Element {
  #attributes = new Map();
  #children = [];
  #listeners = [];

  constructor(tag) {
    this.tag = tag;
    this.style = { setProperty: (name, value) => this.#attributes.set(`style:${name}`, String(value)) };
    const names = () => new Set((this.getAttribute("class") ?? "").split(" ").filter(Boolean));
    const write = (all) => this.setAttribute("class", [...all].join(" "));
    this.classList = {
      add: (name) => write(names().add(name)),
      contains: (name) => names().has(name),
    };
  }

  setAttribute(name, value) {
    this.#attributes.set(name, value);
  }

  getAttribute(name) {
    return this.#attributes.get(name) ?? null;
  }

  removeAttribute(name) {
    this.#attributes.delete(name);
  }

  append(...nodes) {
    this.#children.push(...nodes.map((one) => (one instanceof Element || one instanceof Words ? one : new Words(String(one)))));
  }

  replaceChildren(...nodes) {
    this.#children = [];
    this.append(...nodes);
  }

  addEventListener(name, run) {
    this.#listeners.push([name, run]);
  }

  /** Let an event happen here; return whether its default action would follow. */
  happen(name, more = {}) {
    let follows = true;
    const event = { preventDefault: () => (follows = false), stopPropagation: () => {}, currentTarget: this, ...more };
    for (const [heard, run] of this.#listeners) if (heard === name) run(event);
    return follows;
  }

  get children() {
    return this.#children.filter((one) => one instanceof Element);
  }

  get textContent() {
    return this.#children.map((one) => one.textContent).join("");
  }

  /** Return this element and all inside it that have an attribute, or whose tag it is. */
  all(name) {
    const own = this.tag === name || this.#attributes.has(name) ? [this] : [];
    return [...own, ...this.children.flatMap((one) => one.all(name))];
  }

  toString() {
    return `<${this.tag}>${this.#children.join("")}</${this.tag}>`;
  }
}

globalThis.document = {
  createElement: (tag) => new Element(tag),
  createElementNS: (_space, tag) => new Element(tag),
  createTextNode: (text) => new Words(text),
};
globalThis.location = { href: "http://127.0.0.1:9/", host: "127.0.0.1:9" };

/** Return a message's context in which every channel is called “games” and every role “judge”. */
export function contextOf(more = {}) {
  return {
    client: { user: { id: "1" }, store: { knows: () => true, selections: new Map() } },
    revealed: new Set(),
    channelName: (id) => (id === "5" ? "games" : undefined),
    roleName: () => "judge",
    openChannel: () => {},
    startCommand: () => {},
    showPerson: () => {},
    ...more,
  };
}
