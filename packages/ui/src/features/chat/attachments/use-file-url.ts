import { useClient } from '../../../stores/client.ts';

/** Completes the address of a file: messages name the server's own from its root, previews their whole one. */
export function useFileUrl(): (url: string) => string {
  const { apiUrl } = useClient().platform;
  return (url) => (url.startsWith('/') ? apiUrl + url : url);
}
