import type { Model } from 'openai/resources/models';
import { apiError } from './api-error.ts';
import type { Rejection } from './reply/reply.ts';

/** The listed models. Requests may name any model; the answers are the same. */
const MODEL_IDS = ['demo', 'demo-image', 'demo-transcribe', 'demo-speech'];

/** `since` is epoch milliseconds. */
export function modelList(since: number): { object: 'list'; data: Model[] } {
  return { object: 'list', data: MODEL_IDS.map((id) => model(id, since)) };
}

export function modelNamed(id: string, since: number): Model | Rejection {
  if (MODEL_IDS.includes(id)) return model(id, since);
  const message = `The model '${id}' does not exist`;
  return apiError({ status: 404, code: 'model_not_found', param: 'model', message });
}

function model(id: string, since: number): Model {
  return { id, object: 'model', created: Math.floor(since / 1000), owned_by: 'sandbox' };
}
