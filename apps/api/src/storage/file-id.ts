/** The id of the file at an address that clients know. */
export function fileIdOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

/** The id. Throws when it is not base64url: nothing else is ever made a part of a path, or of a key. */
export function checkFileId(id: string): string {
  if (!/^[\w-]{3,100}$/.test(id)) throw new Error('The id of a file must be base64url.');
  return id;
}
