interface ImportMetaEnv {
  /** Origin of the API if the pages are served from elsewhere; otherwise empty. */
  readonly VITE_API_URL: string;
}
