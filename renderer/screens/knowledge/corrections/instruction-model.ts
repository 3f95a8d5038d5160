import { computed, signal } from '@preact/signals'
import type { Correction } from '#contracts/corrections.ts'
import { type Api, explain } from '../../../app/api.ts'
import { t } from '../../../locales/translate.ts'

/** An instruction that a correction suggests, and the prompt that it is added to. */
export function createInstructionModel(api: Api, { assistant, question, sent }: Correction) {
  const params = { id: assistant.id }
  const prompt = signal<string>()
  const instruction = signal(
    question === null
      ? t('corrections.proposalAlone', { answer: sent })
      : t('corrections.proposal', { question, answer: sent }),
  )
  const failure = signal<string>()
  const isBusy = signal(false)
  const canSave = computed(() => prompt.value !== undefined && instruction.value.trim() !== '')

  async function load(): Promise<void> {
    failure.value = undefined
    try {
      prompt.value = (await api.getAssistant({ params })).system_prompt
    } catch (problem) {
      failure.value = explain(problem)
    }
  }

  /** Adds the instruction to the prompt as it is shown; false if that was refused, or has changed meanwhile. */
  async function save(): Promise<boolean> {
    const shown = prompt.value
    if (shown === undefined || !canSave.value || isBusy.value) return false
    isBusy.value = true
    failure.value = undefined
    try {
      const { system_prompt: current } = await api.getAssistant({ params })
      prompt.value = current
      if (current !== shown) {
        failure.value = t('corrections.promptChanged')
        return false
      }
      const system_prompt = `${current.trimEnd()}\n\n${instruction.value.trim()}`
      await api.updateAssistant({ params, body: { system_prompt } })
      return true
    } catch (problem) {
      failure.value = explain(problem)
      return false
    } finally {
      isBusy.value = false
    }
  }

  return { prompt, instruction, failure, isBusy, canSave, load, save }
}
