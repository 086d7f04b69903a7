import { apiError } from '../api-error.ts';
import type { Rejection } from '../reply/reply.ts';

/** Parses a body of the type `multipart/form-data`. */
export async function readForm(body: Buffer, contentType: string): Promise<FormData | Rejection> {
  if (!contentType.startsWith('multipart/form-data')) {
    const message = `Unsupported content type: '${contentType}'. This API method only accepts 'multipart/form-data' requests.`;
    return apiError({ status: 400, code: 'unsupported_content_type', message });
  }
  return new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => apiError({ status: 400, message: 'We could not parse the form of your request.' }));
}
