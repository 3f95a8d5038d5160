import type { ComponentType } from 'preact'

interface IconProps {
  /** Edge length in pixels. */
  readonly size?: number
}

/** Any icon of the set. */
export type Icon = ComponentType<IconProps>

/** Draws one icon of the set: a 20 px grid, lines of 1.5 px, the colour of the text around it. */
function icon(...paths: string[]): Icon {
  return draw(paths, 'icon')
}

/** Draws one that points along the line: it turns with the direction of writing. */
function turning(...paths: string[]): Icon {
  return draw(paths, 'icon turns')
}

function draw(paths: readonly string[], kind: string): Icon {
  return function Drawing({ size = 20 }: IconProps) {
    return (
      <svg
        class={kind}
        width={size}
        height={size}
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
        aria-hidden="true"
      >
        {paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
    )
  }
}

export const InboxIcon = icon(
  'M3 11.5 5.3 4.6A1.5 1.5 0 0 1 6.7 3.5h6.6a1.5 1.5 0 0 1 1.4 1.1L17 11.5V15a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15Z',
  'M3 11.5h3.8a3.2 3.2 0 0 0 6.4 0H17',
)
export const AssistantIcon = icon(
  'M10 2.8l1.7 4.1a2.5 2.5 0 0 0 1.4 1.4l4.1 1.7-4.1 1.7a2.5 2.5 0 0 0-1.4 1.4L10 17.2l-1.7-4.1a2.5 2.5 0 0 0-1.4-1.4L2.8 10l4.1-1.7a2.5 2.5 0 0 0 1.4-1.4Z',
)
export const SettingsIcon = icon(
  'M3 5.5h7.5M14.5 5.5H17M3 14.5h2.5M9.5 14.5H17',
  'M12.5 3.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM7.5 12.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z',
)
export const CodeIcon = icon('M7 6l-4 4 4 4M13 6l4 4-4 4')
export const GlobeIcon = icon(
  'M10 2.8a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4Z',
  'M3 10h14M10 2.8c2 2 3 4.4 3 7.2s-1 5.2-3 7.2c-2-2-3-4.4-3-7.2s1-5.2 3-7.2Z',
)
export const ExternalIcon = turning(
  'M8 4.5H5A1.5 1.5 0 0 0 3.5 6v9A1.5 1.5 0 0 0 5 16.5h9a1.5 1.5 0 0 0 1.5-1.5v-3M11.5 3.5h5v5M16.5 3.5 9.5 10.5',
)
export const SearchIcon = icon('M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM13 13l3.5 3.5')
export const SendIcon = turning('M3.5 4 17 10 3.5 16l1.8-6ZM5.3 10H10')
export const BackIcon = turning('M12 4.5 6.5 10l5.5 5.5')
export const ForwardIcon = turning('M8 4.5 13.5 10 8 15.5')
export const DownIcon = icon('M10 4v12M5 11l5 5 5-5')
export const PlusIcon = icon('M10 4v12M4 10h12')
export const CheckIcon = icon('M4 10.5 8.2 14.5 16 5.5')
export const CloseIcon = icon('M5 5l10 10M15 5 5 15')
export const CopyIcon = icon(
  'M8.5 7h6A1.5 1.5 0 0 1 16 8.5v6a1.5 1.5 0 0 1-1.5 1.5h-6A1.5 1.5 0 0 1 7 14.5v-6A1.5 1.5 0 0 1 8.5 7Z',
  'M4.5 13A.5.5 0 0 1 4 12.5v-7A1.5 1.5 0 0 1 5.5 4h7a.5.5 0 0 1 .5.5',
)
export const AlertIcon = icon('M10 3.2 17.5 16h-15ZM10 8.2v3.6M10 13.9v.1')
export const InfoIcon = icon(
  'M10 2.8a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4ZM10 9.2v4.3M10 6.6v.1',
)
export const RefreshIcon = icon('M16.5 10a6.5 6.5 0 1 1-2-4.7M16.5 3v3.5H13')
export const PersonIcon = icon(
  'M10 3.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z',
  'M4 16.5c.6-3 2.9-4.5 6-4.5s5.4 1.5 6 4.5',
)
export const PanelIcon = turning(
  'M4.5 3.5h11A1.5 1.5 0 0 1 17 5v10a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15V5a1.5 1.5 0 0 1 1.5-1.5ZM12 3.5v13',
)
export const KeyIcon = icon('M6.5 10a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM9 11l7-7M13.2 6.8 15.5 9')
export const SunIcon = icon(
  'M10 6.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7Z',
  'M10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1',
)
export const MoonIcon = icon('M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3Z')
export const AutoIcon = icon(
  'M4 4.5h12A1 1 0 0 1 17 5.5v7a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1ZM7 16.5h6',
)
export const LeaveIcon = turning(
  'M8 3.5H5A1.5 1.5 0 0 0 3.5 5v10A1.5 1.5 0 0 0 5 16.5h3M13 6.5l3.5 3.5-3.5 3.5M16.5 10H8',
)
export const KeyboardIcon = icon(
  'M3.5 5h13A1.5 1.5 0 0 1 18 6.5v7a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 2 13.5v-7A1.5 1.5 0 0 1 3.5 5Z',
  'M5.5 8.2v.1M8.5 8.2v.1M11.5 8.2v.1M14.5 8.2v.1M7 11.8h6',
)
export const TrashIcon = icon('M4 5.5h12M8 5.5v-2h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 8.5v5M11.5 8.5v5')
export const PlayIcon = icon('M6.5 4.2 15.5 10l-9 5.8Z')
export const StopIcon = icon('M6 6h8v8H6Z')
export const ChatIcon = icon(
  'M5.5 3.5h9A2.5 2.5 0 0 1 17 6v5.5a2.5 2.5 0 0 1-2.5 2.5H11l-4 3v-3H5.5A2.5 2.5 0 0 1 3 11.5V6a2.5 2.5 0 0 1 2.5-2.5Z',
)
export const MailIcon = icon(
  'M4.5 4.5h11A1.5 1.5 0 0 1 17 6v8a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14V6a1.5 1.5 0 0 1 1.5-1.5ZM3.5 6l6.5 5 6.5-5',
)
export const PhoneIcon = icon(
  'M6.8 3.5 8.5 7.2 6.8 8.7a9.5 9.5 0 0 0 4.5 4.5l1.5-1.7 3.7 1.7v2.5c0 .6-.5 1-1.1 1C8.5 16.3 3.7 11.5 3.3 4.6c0-.6.4-1.1 1-1.1Z',
)
export const ClockIcon = icon('M10 2.8a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4ZM10 6v4.3l2.8 1.7')
export const PageIcon = icon('M5.5 2.8h6L15.5 7v10.2h-10ZM11.5 2.8V7h4M8 11h5M8 14h5')
