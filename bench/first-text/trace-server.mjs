// Preloaded into the measured server: notes when each question passes a point, and writes a line for each to TRACE_FILE.
import diagnostics from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const PATH = '/api/chat/stream';
/** Of the question under way: the bench asks one at a time. */
let marks = {};
let acceptId;

const mark = (name) => void (marks[name] ??= Number(process.hrtime.bigint()) / 1e6);
const emit = Worker.prototype.emit;
const postMessage = Worker.prototype.postMessage;

diagnostics.subscribe('http.server.request.start', ({ request, response }) => {
  if (request.url !== PATH || request.method !== 'POST') return;
  marks = {};
  mark('received');
  const { write } = response;
  response.write = (...args) => {
    mark('announced');
    if (String(args[0]).includes('"content"')) mark('relayed');
    return write.apply(response, args);
  };
  response.once('close', () => appendFileSync(process.env.TRACE_FILE, `${JSON.stringify(marks)}\n`));
});
diagnostics.subscribe('http.client.request.start', ({ request }) => {
  if (request.path.endsWith('/responses')) mark('asking');
});
Worker.prototype.postMessage = function (message, ...rest) {
  if (message?.call?.method === 'accept') {
    acceptId = message.call.id;
    mark('storing');
  }
  return postMessage.call(this, message, ...rest);
};
Worker.prototype.emit = function (event, message, ...rest) {
  if (event === 'message' && message?.value?.outcome === 'accepted' && message.id === acceptId) mark('stored');
  return emit.call(this, event, message, ...rest);
};
