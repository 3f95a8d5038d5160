import { isFault } from '#contracts/faults.ts'
import { InvalidFields } from '../../../errors.ts'
import type { CleanPicture } from '../../../media/jpeg.ts'
import { readPicture } from './save.ts'

/**
 * Reads an uploaded picture.
 * @throws InvalidFields for `file`
 */
export async function receivePicture(file: File): Promise<CleanPicture> {
  const picture = readPicture(new Uint8Array(await file.arrayBuffer()))
  if (isFault(picture)) throw new InvalidFields({ file: [picture] })
  return picture
}
