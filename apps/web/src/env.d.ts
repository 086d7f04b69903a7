interface ImportMetaEnv {
  /** Origin of the API where the pages are served from elsewhere; else empty. */
  readonly VITE_API_URL: string;
}
