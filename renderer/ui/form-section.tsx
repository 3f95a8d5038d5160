import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { ExpandIcon } from './icons.tsx'

interface FormSectionProps {
  readonly title: string
  readonly lead?: ComponentChildren
  /** Anchor of the section. */
  readonly id?: string
  /** Allows collapsing the section. */
  readonly isCollapsible?: boolean
  readonly isOpen?: boolean
  readonly onToggle?: (isOpen: boolean) => void
  /** Shown at the end of its head, such as a badge. */
  readonly aside?: ComponentChildren
  readonly children: ComponentChildren
}

/** A section of a long form: its description on one side, its fields on the other. */
export function FormSection(props: FormSectionProps) {
  const { title, lead, id, aside, children, isCollapsible = false } = props
  const own = useId()
  const head = (
    <>
      <span class="form-section-title">
        <h2 id={`${own}-title`}>{title}</h2>
        {aside}
      </span>
      {lead && <p class="quiet">{lead}</p>}
    </>
  )
  if (!isCollapsible) {
    return (
      <section class="form-section" id={id} aria-labelledby={`${own}-title`}>
        <header class="form-section-head">{head}</header>
        <div class="form-section-body">{children}</div>
      </section>
    )
  }
  return (
    <details
      class="form-section is-collapsible"
      id={id}
      open={props.isOpen}
      onToggle={({ currentTarget }) => props.onToggle?.(currentTarget.open)}
    >
      <summary class="form-section-head">
        {head}
        <ExpandIcon size={18} />
      </summary>
      <div class="form-section-body">{children}</div>
    </details>
  )
}

interface FormActionsProps {
  /** Keeps the actions in view while the form scrolls. */
  readonly isSticky?: boolean
  readonly children: ComponentChildren
}

/** Actions at the end of a form. */
export function FormActions({ isSticky = false, children }: FormActionsProps) {
  return <div class={`form-actions ${isSticky ? 'is-sticky' : ''}`}>{children}</div>
}
