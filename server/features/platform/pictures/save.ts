import { MAX_PICTURE, PICTURE_SIDES } from '#contracts/constants.ts'
import { type Fault, fault } from '#contracts/faults.ts'
import { type Context, newSecret } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { type CleanPicture, cleanJpeg } from '../../../media/jpeg.ts'
import { pictureQueries, type Sitter } from './queries.ts'

/** A picture as it may be stored, or the reason why it may not. The desk scales and converts pictures before it sends them. */
export function readPicture(bytes: Uint8Array): CleanPicture | Fault {
  if (bytes.length > MAX_PICTURE)
    return fault('picture_too_large', { kilobytes: MAX_PICTURE / 1024 })
  const picture = cleanJpeg(bytes)
  if (!picture) return fault('picture_kind')
  const { width, height } = picture
  const [min, max] = PICTURE_SIDES
  return width === height && width >= min && width <= max
    ? picture
    : fault('picture_shape', { min, max })
}

/** Gives an assistant or an operator a picture in place of the one they have. */
export function savePicture(
  tx: Tx,
  context: Pick<Context, 'db' | 'now' | 'randomBytes'>,
  userId: number,
  sitter: Sitter,
  { content }: { readonly content: Uint8Array },
): void {
  const pictures = pictureQueries(context.db)
  pictures.remove(tx, sitter)
  pictures.insert(tx, sitter, {
    key: newSecret(context),
    userId,
    content,
    now: context.now().getTime(),
  })
}
