declare module '*.css';
/** A file as a data URL. */
declare module '*?inline' {
  const url: string;
  export default url;
}
