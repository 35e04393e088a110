/** Checks of allowed files by group and extension, the `file_types` of options and file uploads. */

const GROUPS = {
  image: [".png", ".gif", ".jpg", ".jpeg", ".jfif", ".webp", ".avif"],
  video: [".mp4", ".mov", ".qt", ".webm"],
  audio: [".mp3", ".m4a", ".wav", ".ogg", ".opus", ".flac"],
};

/** @param {string[] | undefined} types */
const endings = (types) => (types ?? []).flatMap((one) => GROUPS[one] ?? [one]).map((one) => one.toLowerCase());

/**
 * Return the `accept` attribute of a file input; null allows every file.
 *
 * @param {string[] | undefined} types
 */
export const acceptOf = (types) => endings(types).join(",") || null;

/**
 * Return a sentence saying why a file is not allowed, or null if it is.
 *
 * @param {{name: string}} file
 * @param {string[] | undefined} types
 */
export function typeProblem(file, types) {
  const wanted = endings(types);
  const fits = !wanted.length || wanted.some((one) => file.name.toLowerCase().endsWith(one));
  return fits ? null : `“${file.name}” isn't one of these files: ${types.join(", ")}. Choose another.`;
}
