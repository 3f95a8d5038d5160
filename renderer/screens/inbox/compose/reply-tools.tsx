import { useRef } from 'preact/hooks'
import { MAX_REPLY } from '#contracts/constants.ts'
import { t } from '../../../locales/translate.ts'
import { Button, ButtonGroup, IconButton, ToggleButton } from '../../../ui/button.tsx'
import { CheckIcon, ExpandIcon, SendIcon } from '../../../ui/icons.tsx'
import { CannedIcon, PaperclipIcon, ShowIcon } from '../../../ui/icons-work.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { AidMenu } from './aid-menu.tsx'
import type { AidModel } from './aid-model.ts'
import type { Area } from './area.ts'
import { EmojiButton } from './emoji-button.tsx'
import { FormatBar } from './format-bar.tsx'
import type { ReplyModel } from './reply-model.ts'

interface ReplyToolsProps {
  readonly area: Area
  readonly reply: ReplyModel
  /** Sends the reply and resolves the conversation. */
  readonly sendLast: () => void
  readonly lastShortcut: string | undefined
  readonly aid: AidModel
  /** True if the channel shows Markdown. */
  readonly isRich: boolean
  readonly mayAddModels: boolean
  /** True if sending the reply is the main action here. */
  readonly isPrimary: boolean
  readonly isPreviewed: boolean
  readonly onPreview: (isPreviewed: boolean) => void
  readonly onCanned: () => void
}

/** Tools below the reply: files, canned replies, emoji, formatting, preview and Send. */
export function ReplyTools(props: ReplyToolsProps) {
  const { area, reply, aid, isRich, mayAddModels, isPreviewed, onPreview, onCanned } = props
  const files = useRef<HTMLInputElement>(null)
  return (
    <div class="composer-tools">
      <IconButton
        size="small"
        icon={PaperclipIcon}
        label={t('composer.attach')}
        onClick={() => files.current?.click()}
      />
      <IconButton size="small" icon={CannedIcon} label={t('composer.canned')} onClick={onCanned} />
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={t('composer.attach')}
        onChange={({ currentTarget }) => {
          reply.uploads.add([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <EmojiButton area={area} />
      {isRich && <FormatBar area={area} />}
      {isRich && (
        <ToggleButton
          size="small"
          isIconOnly
          icon={ShowIcon}
          label={t('composer.preview')}
          isOn={isPreviewed}
          onSwitch={onPreview}
        />
      )}
      <AidMenu
        aid={aid}
        isEmpty={reply.draft.text.value.trim() === ''}
        mayAddModels={mayAddModels}
      />
      <Counter text={reply.draft.text.value} />
      <SendButton {...props} />
    </div>
  )
}

/** Send, and beside it the other way to send. */
function SendButton({ reply, sendLast, lastShortcut, isPrimary }: ReplyToolsProps) {
  return (
    <ButtonGroup label={t('composer.send')}>
      <Button
        kind={isPrimary ? 'primary' : 'secondary'}
        size="small"
        icon={SendIcon}
        onClick={() => void reply.send()}
      >
        {t('composer.send')}
      </Button>
      <Menu
        label={t('composer.replyOptions')}
        align="end"
        items={[
          {
            label: t('composer.sendAndResolve'),
            icon: CheckIcon,
            shortcut: lastShortcut,
            onSelect: sendLast,
          },
        ]}
        trigger={(trigger) => (
          <IconButton
            {...trigger}
            kind="secondary"
            size="small"
            class={isPrimary ? 'is-primary' : ''}
            icon={ExpandIcon}
            label={t('composer.replyOptions')}
          />
        )}
      />
    </ButtonGroup>
  )
}

/** Shows the remaining length when it runs low. */
function Counter({ text }: { readonly text: string }) {
  const left = MAX_REPLY - [...text].length
  return (
    <span class={`counter ${left < 0 ? 'is-over' : ''}`}>
      {left <= MAX_REPLY / 10 && t('composer.left', { count: left })}
    </span>
  )
}
