import { type ComponentType, Fragment, h, type VNode } from 'preact'

type Props = Record<string, unknown>

/** What TSX is compiled to. Preact's own does the same in six times the bytes: it prepares for hand-written calls. */
export function jsx(type: string | ComponentType, props: Props, key?: string | number): VNode {
  return h(type as ComponentType, key === undefined ? props : { ...props, key }) as VNode
}

export { Fragment, jsx as jsxs }
