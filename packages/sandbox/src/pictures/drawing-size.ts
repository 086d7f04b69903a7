/** The size of a picture in pixels. */
export interface DrawingSize {
  width: number;
  height: number;
}
