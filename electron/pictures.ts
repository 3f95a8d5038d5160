import path from 'node:path'
import { type NativeImage, nativeImage } from 'electron'

/** A picture that is drawn outside the window; the build puts them beside the main process. */
export function picture(name: string): NativeImage {
  return nativeImage.createFromPath(path.join(import.meta.dirname, 'pictures', name))
}
