import type { Channel } from '../../providers/messenger/channel.ts'
import { configuredBot } from './bots/configured.ts'
import { configuredCloud } from './cloud/configured.ts'
import { configuredForm } from './form/configured.ts'

type Needs = Parameters<typeof configuredBot>[0] &
  Parameters<typeof configuredCloud>[0] &
  Parameters<typeof configuredForm>[0]

/** A channel that an account has set up, by the name stored with its sender; undefined for any other name. */
export const channelNamed = (context: Needs, name: string): Channel | undefined =>
  configuredBot(context, name) ?? configuredCloud(context, name) ?? configuredForm(context, name)
