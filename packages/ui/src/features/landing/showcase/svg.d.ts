/** The address of a picture. */
declare module '*.svg' {
  const url: string;
  export default url;
}
