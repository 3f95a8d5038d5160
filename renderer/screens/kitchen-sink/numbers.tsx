import { ChatsIcon, ClockIcon } from '../../ui/icons.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { Stat, Stats } from '../../ui/stat.tsx'

/** Key figures and progress bars. */
export function Numbers() {
  return (
    <>
      <Stats>
        <Stat
          label="Conversations today"
          icon={ChatsIcon}
          value="1,204"
          trend={{ value: 0.12, isGood: true, label: 'than yesterday' }}
          href="#numbers"
        />
        <Stat
          label="First answer"
          icon={ClockIcon}
          value="38 s"
          trend={{ value: -0.08, isGood: false }}
        />
        <Stat label="Answered by AI" value="81%" tone="ai" note="of all messages" />
        <Stat label="Need a person" value="3" tone="attention" />
        <Stat label="Cost" value="" isLoading />
      </Stats>
      <div class="sink-grid">
        <ProgressBar label="Importing contacts" value={0.62} isLabelShown />
        <ProgressBar label="Exporting" isLabelShown note="about a minute" />
        <ProgressBar label="Balance used" value={0.93} tone="attention" isLabelShown />
        <ProgressBar label="Failed" value={0.3} tone="danger" isLabelShown />
      </div>
    </>
  )
}
