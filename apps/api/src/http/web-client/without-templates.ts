const END = '</template>';

/** The document without the prerendered pages whose ids begin like this; without all of them for an empty text. */
export function withoutTemplates(page: string, start: string): string {
  const from = page.indexOf(`<template id="${start}`);
  if (from < 0) return page;
  const to = page.indexOf(END, from) + END.length;
  return withoutTemplates(page.slice(0, from) + page.slice(to), start);
}
