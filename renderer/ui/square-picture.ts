/** Side of the picture, px. */
const SIDE = 256

/**
 * The middle of a picture as a small square JPEG, on white, as the server takes it: nothing else of the file is left.
 * Undefined if the browser cannot decode it.
 */
export async function squarePicture(file: Blob): Promise<File | undefined> {
  const source = await createImageBitmap(file).catch(() => undefined)
  if (!source) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIDE
  const drawing = canvas.getContext('2d')!
  drawing.fillStyle = '#fff'
  drawing.fillRect(0, 0, SIDE, SIDE)
  drawing.imageSmoothingQuality = 'high'
  const side = Math.min(source.width, source.height)
  const [left, top] = [(source.width - side) / 2, (source.height - side) / 2]
  drawing.drawImage(source, left, top, side, side, 0, 0, SIDE, SIDE)
  source.close()
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9))
  return blob ? new File([blob], 'picture.jpg', { type: blob.type }) : undefined
}
