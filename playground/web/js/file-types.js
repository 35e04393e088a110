/** Which files may be chosen: groups and endings, as `file_types` of options and of file uploads name them. */

const GROUPS = {
  image: [".png", ".gif", ".jpg", ".jpeg", ".jfif", ".webp", ".avif"],
  video: [".mp4", ".mov", ".qt", ".webm"],
  audio: [".mp3", ".m4a", ".wav", ".ogg", ".opus", ".flac"],
};

const endings = (types) => (types ?? []).flatMap((one) => GROUPS[one] ?? [one]).map((one) => one.toLowerCase());

/** What a file input accepts; null for everything. */
export const acceptOf = (types) => endings(types).join(",") || null;

/** Why a file may not be chosen, in a sentence; null when it may. */
export function typeProblem(file, types) {
  const wanted = endings(types);
  const fits = !wanted.length || wanted.some((one) => file.name.toLowerCase().endsWith(one));
  return fits ? null : `“${file.name}” isn't one of these files: ${types.join(", ")}. Choose another.`;
}
