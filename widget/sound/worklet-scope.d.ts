/** Global scope of AudioWorklets, missing from TypeScript's library (Web Audio API 1.1, section 1.32). */
declare const sampleRate: number
declare const currentTime: number

declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

declare function registerProcessor(
  name: string,
  processor: new () => AudioWorkletProcessor & {
    process(inputs: readonly Float32Array[][], outputs: readonly Float32Array[][]): boolean
  },
): void
