/** Longest side of the small picture, px; it is drawn for dense screens. */
const SIDE = 480

/** A file as a small picture. Drawn, because policies of websites refuse pictures from `blob:`. */
export function Thumbnail({ file }: { readonly file: Blob }) {
  return <canvas width={0} height={0} ref={(canvas) => void draw(canvas, file)} />
}

const drawn = new WeakMap<HTMLCanvasElement, Blob>()

async function draw(canvas: HTMLCanvasElement | null, file: Blob): Promise<void> {
  if (!canvas || drawn.get(canvas) === file) return
  drawn.set(canvas, file)
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height))
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
  } catch {
    // It has a name.
  }
}
