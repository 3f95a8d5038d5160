/** Maximum length of an image's longer side, px. */
const MAX_SIDE = 2048
/** Images below this size are sent unchanged, bytes. */
const MAX_UNSCALED = 500_000

/** Scales a large photo down; any other file, and one that cannot be decoded, is returned unchanged. */
export async function scaleDown(file: File): Promise<File> {
  if (!/^image\/(jpeg|png|webp|heic|heif)$/.test(file.type) || file.size < MAX_UNSCALED) return file
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    // PNG images may be transparent, so they become WebP.
    const type = file.type === 'image/png' ? 'image/webp' : 'image/jpeg'
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.85))
    if (!blob || blob.size >= file.size) return file
    const ending = blob.type.slice('image/'.length).replace('jpeg', 'jpg')
    return new File([blob], `${file.name.replace(/\.\w+$/, '')}.${ending}`, { type: blob.type })
  } catch {
    return file
  }
}
