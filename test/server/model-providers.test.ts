import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { activateAssistant, getAssistant, updateAssistant } from '#contracts/assistants.ts'
import type { Call } from '#contracts/client.ts'
import { listModels } from '#contracts/lookups.ts'
import {
  addFoundModelProvider,
  createModelProvider,
  deleteModelProvider,
  discoverModelProviders,
  listModelProviders,
  testModelProvider,
  updateModelProvider,
} from '#contracts/model-providers.ts'
import { allowAddress, getNetwork } from '#contracts/network.ts'
import { listNotices } from '#contracts/notices.ts'
import { generateReply } from '#contracts/replies.ts'
