/** Type of the data of dragged assistants. */
const TYPE = 'application/x-parley-assistants'

/** Assistants that are being dragged, by their ids. */
export const dragged = {
  start(event: DragEvent, ids: readonly number[]): void {
    event.dataTransfer?.setData(TYPE, JSON.stringify(ids))
  },
  isIn: ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes(TYPE) ?? false,
  of({ dataTransfer }: DragEvent): readonly number[] {
    const text = dataTransfer?.getData(TYPE)
    return text ? (JSON.parse(text) as number[]) : []
  },
}
