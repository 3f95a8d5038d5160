import path from 'node:path'
import { type NativeImage, nativeImage } from 'electron'

/** File of an icon used outside the window; the build puts it next to the main process. */
export const pictureFile = (name: string): string =>
  path.join(import.meta.dirname, 'pictures', name)

/** An icon used outside the window. */
export const picture = (name: string): NativeImage => nativeImage.createFromPath(pictureFile(name))
