import { Component, type ReactNode } from 'react';
import { Failure } from './ErrorPage';

interface Caught {
  readonly error: unknown;
}
/** Catches errors outside every route. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly caught: Caught | null }> {
  override state: { readonly caught: Caught | null } = { caught: null };

  static getDerivedStateFromError(error: unknown): { readonly caught: Caught } {
    return { caught: { error } };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    return caught ? <Failure error={caught.error} /> : this.props.children;
  }
}
