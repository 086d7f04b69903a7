import { createRef } from 'react';

// Elements of the chat that its other parts focus, cover or draw into; null while they are not on the page.

/** The whole chat, with its sidebar. */
export const chatElement = createRef<HTMLDivElement>();
/** The part beside the sidebar. */
export const mainElement = createRef<HTMLElement>();
export const composerElement = createRef<HTMLFormElement>();
