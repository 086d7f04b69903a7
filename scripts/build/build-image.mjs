// Builds the web client in all languages, in the image, which has Node and the packages already.
import { buildWeb, listLanguages } from './build-web.mjs';

await buildWeb({ node: process.execPath }, listLanguages());
