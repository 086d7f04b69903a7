import { toFile, type OpenAI } from 'openai';
import type { ModelPicture } from '../model.ts';
import { dataUri } from '../request/data-uri.ts';
import type { ImageRequest } from './image-model.ts';

export type ImageQuality = 'low' | 'medium' | 'high';

/** One of the APIs that services offer for images. Their responses have the same shape. */
export interface ImagesApi {
  name: string;
  /** Everything in the request but the pictures. A service may refuse some of these parameters. */
  paramsOf(request: ImageRequest, settings: ParamSettings): Params;
  send(
    sdk: OpenAI,
    params: Params,
    pictures: ModelPicture[],
    options: { signal: AbortSignal; timeout: number },
  ): Promise<Response>;
}

interface ParamSettings {
  model: string;
  quality: ImageQuality;
  /** False once the service has refused a size; it may take a ratio. */
  takesSize: boolean;
}

interface Params {
  model: string;
  prompt: string;
  aspect_ratio?: string;
  quality?: ImageQuality;
  output_format?: 'png';
}

const SIZES = { square: '1024x1024', landscape: '1536x1024', portrait: '1024x1536' } as const;
/** The sizes of DALL·E 3, which refuses all others. */
const DALL_E_3_SIZES = { square: '1024x1024', landscape: '1792x1024', portrait: '1024x1792' } as const;
const DALL_E_3 = /dall-?e-?3/i;
const RATIOS = { square: '1:1', landscape: '3:2', portrait: '2:3' } as const;

/** OpenAI’s API: pictures to change are uploaded to a path of their own. */
export const openAiImages: ImagesApi = {
  name: 'OpenAI',
  paramsOf: ({ prompt, shape = 'square', safetyIdentifier }, { model, quality, takesSize }) => ({
    model,
    prompt,
    n: 1,
    size: (DALL_E_3.test(model) ? DALL_E_3_SIZES : SIZES)[shape],
    ...(!takesSize && shape !== 'square' && { aspect_ratio: RATIOS[shape] }),
    quality,
    output_format: 'png',
    safety_identifier: safetyIdentifier,
  }),
  async send({ images }, params, pictures, options) {
    const files = await Promise.all(pictures.map(toPart));
    const [first, ...more] = files;
    // A list is sent as `image[]`, which some services do not know.
    const image = more.length > 0 ? files : first;
    const asked = image ? images.edit({ ...params, image }, options) : images.generate(params, options);
    return asked.asResponse();
  },
};

/** xAI’s API: it has OpenAI’s paths, but takes the pictures to change in the JSON. They keep their shape by default. */
export const xAiImages: ImagesApi = {
  name: 'xAI',
  paramsOf: ({ prompt, shape = 'square' }, { model }) => ({
    model,
    prompt,
    ...(shape !== 'square' && { aspect_ratio: RATIOS[shape] }),
  }),
  send(sdk, params, pictures, options) {
    const [first, ...more] = pictures.map((picture) => ({ type: 'image_url', url: dataUri(picture) }));
    if (!first) return sdk.post('/images/generations', { ...options, body: params }).asResponse();
    const shown = more.length > 0 ? { images: [first, ...more] } : { image: first };
    return sdk.post('/images/edits', { ...options, body: { ...params, ...shown } }).asResponse();
  },
};

/** OpenRouter’s API: one path, which takes the pictures to change in its JSON. */
export const openRouterImages: ImagesApi = {
  name: 'OpenRouter',
  paramsOf: ({ prompt, shape = 'square' }, { model, quality }) => ({
    model,
    prompt,
    aspect_ratio: RATIOS[shape],
    quality,
    output_format: 'png',
  }),
  send(sdk, params, pictures, options) {
    const references = pictures.map((picture) => ({ type: 'image_url', image_url: { url: dataUri(picture) } }));
    const body = references.length > 0 ? { ...params, input_references: references } : params;
    return sdk.post('/images', { ...options, body }).asResponse();
  },
};

async function toPart({ type, bytes }: ModelPicture, index: number): Promise<File> {
  return toFile(bytes, `picture-${index + 1}.${type.replace(/^image\//, '')}`, { type });
}
