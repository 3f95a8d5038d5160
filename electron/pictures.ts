import path from 'node:path'
import { type NativeImage, nativeImage } from 'electron'

/** File of a picture that is drawn outside the window; the build puts them beside the main process. */
export const pictureFile = (name: string): string =>
  path.join(import.meta.dirname, 'pictures', name)

/** A picture that is drawn outside the window. */
export const picture = (name: string): NativeImage => nativeImage.createFromPath(pictureFile(name))
