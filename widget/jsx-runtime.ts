import { type ComponentType, Fragment, h, type VNode } from 'preact'

type Props = Record<string, unknown>

/** JSX factory for compiled TSX. Preact's own takes six times the bytes, because it handles hand-written calls. */
export function jsx(type: string | ComponentType, props: Props, key?: string | number): VNode {
  return h(type as ComponentType, key === undefined ? props : { ...props, key }) as VNode
}

export { Fragment, jsx as jsxs }
