/** What visitors see of the person who is signed in: their name, and the picture beside it. */
import { type ApiResult, request } from './request.js';

export interface Operator {
  readonly id: string;
  readonly name: string;
  /** Unix milliseconds; null: no picture. */
  readonly picturedAt: number | null;
}

interface OperatorAnswer {
  readonly operator: Operator;
}

const ask = <T>(path: string, init: RequestInit = {}): Promise<ApiResult<T>> =>
  request(`/operators/own${path}`, init, 'The server can’t be reached. Try again.');

export const ownOperator = (): Promise<ApiResult<OperatorAnswer>> => ask('');

/** The server crops it to a small square. */
export const setPicture = (file: Blob): Promise<ApiResult<OperatorAnswer>> =>
  ask('/picture', { method: 'POST', body: file, headers: { 'content-type': 'application/octet-stream' } });

export const removePicture = (): Promise<ApiResult<undefined>> => ask('/picture', { method: 'DELETE' });
