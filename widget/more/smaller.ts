/** Longest side of a picture that is sent, px. */
const LONGEST = 2048
/** A picture of fewer bytes is sent as it is. */
const ENOUGH = 500_000

/** A picture of a camera in a size that is enough to look at; any other file, and one that cannot be read, as it is. */
export async function smaller(file: File): Promise<File> {
  if (!/^image\/(jpeg|png|webp|heic|heif)$/.test(file.type) || file.size < ENOUGH) return file
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    // What may be transparent stays so.
    const type = file.type === 'image/png' ? 'image/webp' : 'image/jpeg'
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.85))
    if (!blob || blob.size >= file.size) return file
    const ending = blob.type.slice('image/'.length).replace('jpeg', 'jpg')
    return new File([blob], `${file.name.replace(/\.\w+$/, '')}.${ending}`, { type: blob.type })
  } catch {
    return file
  }
}
