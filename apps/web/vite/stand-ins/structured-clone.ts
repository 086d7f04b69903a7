/** In place of a package that brings the same for browsers older than those that the client is built for. */
export default structuredClone;
