/** For the tests, which are written in TypeScript. */
export interface GalleryCell {
  readonly template: string;
  readonly scheme: string;
  readonly surface: string;
  readonly state: string;
  /** All four. */
  readonly name: string;
  /** On the gallery's origin, without the first slash. */
  readonly path: string;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}
export interface Gallery {
  readonly origin: string;
  cells(): Promise<GalleryCell[]>;
  close(): Promise<void>;
}
export function startGallery(port: number): Promise<Gallery>;
