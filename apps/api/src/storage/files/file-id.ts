/** The file id in a URL that clients know. */
export function fileIdOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

/**
 * Returns the id, or throws when it is not base64url. Every id passes this check before it becomes part of a path or
 * key.
 */
export function checkFileId(id: string): string {
  if (!/^[\w-]{3,100}$/.test(id)) throw new Error('The id of a file must be base64url.');
  return id;
}
