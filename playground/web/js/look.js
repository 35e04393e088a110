/** Light or dark: the computer's setting, unless the person chooses one, which is remembered. */

import { keep, recall } from "./memory.js";

const NAME = "look";
const root = document.documentElement;

export const LOOKS = [
  { look: "system", label: "Same as this computer", face: "screen" },
  { look: "light", label: "Light", face: "sun" },
  { look: "dark", label: "Dark", face: "moon" },
];

export const presentLook = () => root.dataset.look ?? "system";

export function setLook(look) {
  keep(NAME, look);
  if (look === "system") delete root.dataset.look;
  else root.dataset.look = look;
}

const remembered = recall(NAME);
if (LOOKS.some(({ look }) => look === remembered) && remembered !== "system") root.dataset.look = remembered;
