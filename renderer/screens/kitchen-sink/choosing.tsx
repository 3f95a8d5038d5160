import { useSignal } from '@preact/signals'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Choices, Switch } from '../../ui/controls.tsx'
import { AssistantIcon, AutoIcon, MoonIcon, PersonIcon, SunIcon } from '../../ui/icons.tsx'
import { HandIcon, LayersIcon, ListIcon } from '../../ui/icons-work.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Slider } from '../../ui/slider.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Shelf } from './shelf.tsx'

type Dial = 'auto' | 'approve' | 'human'

/** Selection controls: checkboxes, choices, switches, segments, sliders and tabs. */
export function Choosing() {
  const isOn = useSignal(true)
  const isChecked = useSignal(true)
  const dial = useSignal<Dial>('auto')
  const look = useSignal<'auto' | 'light' | 'dark'>('light')
  const tab = useSignal<'open' | 'mine' | 'ended'>('open')
  const heat = useSignal(0.7)
  return (
    <>
      <div class="sink-grid">
        <div class="stack is-3">
          <Switch
            label="Answer at night"
            hint="From 22:00 to 07:00 nobody is here."
            checked={isOn.value}
            onSwitch={(value) => {
              isOn.value = value
            }}
          />
          <Switch label="Off" checked={false} onSwitch={() => undefined} />
          <Switch label="Not now" checked disabled onSwitch={() => undefined} />
        </div>
        <div class="stack is-3">
          <Checkbox
            label="Tell me of new conversations"
            hint="On this device."
            checked={isChecked.value}
            onSwitch={(value) => {
              isChecked.value = value
            }}
          />
          <Checkbox label="Some of them" checked={false} isMixed onSwitch={() => undefined} />
          <Checkbox label="None of them" checked={false} onSwitch={() => undefined} />
          <Checkbox label="Not now" checked disabled onSwitch={() => undefined} />
        </div>
        <Slider
          label="Creativity"
          hint="Lower is steadier, higher is livelier."
          value={heat.value}
          min={0}
          max={1}
          step={0.1}
          standard={0.4}
          marks={[
            { value: 0, label: 'Steady' },
            { value: 1, label: 'Lively' },
          ]}
          onEdit={(value) => {
            heat.value = value
          }}
        />
        <Slider label="Not now" value={3} min={0} max={10} disabled onEdit={() => undefined} />
      </div>
      <Shelf title="Segmented">
        <Segmented
          label="Who answers"
          value={dial.value}
          options={[
            { value: 'auto', label: 'Auto', icon: AssistantIcon, tone: 'ai' },
            { value: 'approve', label: 'Approve', icon: HandIcon, tone: 'attention' },
            { value: 'human', label: 'Human', icon: PersonIcon, tone: 'person' },
          ]}
          onChoose={(value: Dial) => {
            dial.value = value
          }}
        />
        <Segmented
          label="View"
          size="small"
          isIconOnly
          value="list"
          options={[
            { value: 'list', label: 'List', icon: ListIcon },
            { value: 'board', label: 'Board', icon: LayersIcon },
          ]}
          onChoose={() => undefined}
        />
        <Segmented
          label="Not now"
          disabled
          value="a"
          options={[
            { value: 'a', label: 'One', count: 4 },
            { value: 'b', label: 'Other', count: 12 },
          ]}
          onChoose={() => undefined}
        />
      </Shelf>
      <Shelf title="Tabs" isColumn>
        <Tabs
          label="As pills"
          controls="tab-panel"
          current={tab.value}
          tabs={[
            ['open', 'Open'],
            ['mine', 'Mine'],
            ['ended', 'Ended'],
          ]}
          onChoose={(value) => {
            tab.value = value
          }}
        />
        <Tabs
          label="As a line"
          variant="line"
          controls="tab-panel"
          current={tab.value}
          counts={{ open: 12, mine: 3 }}
          tabs={[
            ['open', 'Open'],
            ['mine', 'Mine'],
            ['ended', 'Ended'],
          ]}
          onChoose={(value) => {
            tab.value = value
          }}
        />
        <div id="tab-panel" role="tabpanel" aria-label="What the tabs show">
          <p class="quiet">The panel shows: {tab.value}</p>
        </div>
      </Shelf>
      <Choices
        label="Appearance"
        value={look.value}
        options={[
          {
            value: 'auto',
            label: 'As the system',
            hint: 'Follows day and night',
            icon: <AutoIcon size={18} />,
          },
          { value: 'light', label: 'Light', hint: 'Warm paper', icon: <SunIcon size={18} /> },
          {
            value: 'dark',
            label: 'Dark',
            hint: 'Easy at night',
            icon: <MoonIcon size={18} />,
            disabled: true,
          },
        ]}
        onChoose={(value) => {
          look.value = value
        }}
      />
    </>
  )
}
