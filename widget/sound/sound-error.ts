/** Reason why there is no sound. */
export type SoundFault = 'callInsecure' | 'callDenied' | 'noMicrophone'

export class SoundError extends Error {
  readonly fault: SoundFault

  constructor(fault: SoundFault) {
    super(fault)
    this.fault = fault
  }
}
