import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  /** What stands in the place of what failed. */
  fallback: (error: unknown, retry: () => void) => ReactNode
  /** Another key is another try: the place that failed was left. */
  resetKey?: string
  children: ReactNode
}

/** Keeps what failed from taking everything else along. React itself logs what is caught. */
export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { failure: { error: unknown } | null; key?: string }
> {
  override state: { failure: { error: unknown } | null; key?: string } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, { key }: { key?: string }) {
    return resetKey === key ? null : { key: resetKey, failure: null }
  }

  override render() {
    const { failure } = this.state
    if (failure === null) return this.props.children
    return this.props.fallback(failure.error, () => this.setState({ failure: null }))
  }
}
