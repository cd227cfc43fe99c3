/** The inbox API's operators: their names, and the pictures visitors see beside them. */
import { type ApiResult, json, request } from './request.js';

export interface Operator {
  readonly id: string;
  readonly name: string;
  /** Unix milliseconds; null: no picture. */
  readonly picturedAt: number | null;
}

interface OperatorAnswer {
  readonly operator: Operator;
}

const ask = <T>(key: string, path: string, init: RequestInit): Promise<ApiResult<T>> =>
  request(key, `/operators${path}`, init, 'The server can’t be reached. Try again.');

/** The operator of this name with their picture, or a new one. */
export const signInOperator = (key: string, name: string): Promise<ApiResult<OperatorAnswer>> =>
  ask(key, '', json({ name }));

/** The server crops it to a small square. */
export const setPicture = (key: string, id: string, file: Blob): Promise<ApiResult<OperatorAnswer>> =>
  ask(key, `/${id}/picture`, { method: 'POST', body: file, headers: { 'content-type': 'application/octet-stream' } });

export const removePicture = (key: string, id: string): Promise<ApiResult<undefined>> =>
  ask(key, `/${id}/picture`, { method: 'DELETE' });

/** Removes the operator. Their messages stay, with initials in place of the picture. */
export const removeOperator = (key: string, id: string): Promise<ApiResult<undefined>> =>
  ask(key, `/${id}`, { method: 'DELETE' });
