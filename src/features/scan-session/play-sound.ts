import type { ScanSound } from '../../../machines/scan-session/scan-session-types.ts'

/** Notes in hertz and seconds: high once for accepted, low and long for refused, high twice for a repeated scan. */
const notes: Record<ScanSound, { wave: OscillatorType; tones: readonly (readonly [number, number])[] }> = {
  yes: { wave: 'sine', tones: [[1_320, 0.09]] },
  no: { wave: 'square', tones: [[196, 0.35]] },
  twice: {
    wave: 'sine',
    tones: [
      [660, 0.09],
      [660, 0.09],
    ],
  },
}

const GAP_S = 0.05
const VOLUME = 0.15

let audio: AudioContext | null = null

/** Plays the sound of a scan; silent if the browser blocks audio. */
export const playSound = (sound: ScanSound): void => {
  try {
    audio ??= new AudioContext()
    void audio.resume().catch(() => undefined)
    const { wave, tones } = notes[sound]
    let at = audio.currentTime
    for (const [frequency, seconds] of tones) {
      const oscillator = new OscillatorNode(audio, { type: wave, frequency })
      const gain = new GainNode(audio, { gain: VOLUME })
      // Fades out, to avoid a click.
      gain.gain.setTargetAtTime(0, at + seconds, 0.01)
      oscillator.connect(gain).connect(audio.destination)
      oscillator.start(at)
      oscillator.stop(at + seconds + 0.1)
      at += seconds + GAP_S
    }
  } catch {
    // No audio device.
  }
}
