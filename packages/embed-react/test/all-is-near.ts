/** The simulated browser has no layout: in it, each element is near the window. Every real one tells by itself. */
export class AllIsNear implements Pick<IntersectionObserver, 'observe' | 'disconnect'> {
  constructor(private readonly onChange: (entries: readonly Partial<IntersectionObserverEntry>[]) => void) {}

  observe(): void {
    this.onChange([{ isIntersecting: true }]);
  }

  disconnect(): void {}
}
