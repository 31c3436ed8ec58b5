{{/* The name of everything here: the release's, with the chart's unless it is in it. */}}
{{- define "warmpath.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "warmpath.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "warmpath.labels" -}}
{{ include "warmpath.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* The headless Service by which routers find each other. */}}
{{- define "warmpath.routers" -}}
{{- printf "%s-routers" (include "warmpath.name" . | trunc 55 | trimSuffix "-") -}}
{{- end -}}

{{- define "warmpath.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{/* The configuration with the addresses that probes, the Service and the PodMonitor rely on. */}}
{{- define "warmpath.config" -}}
{{- $server := dict "host" "0.0.0.0" "port" (int .Values.ports.data) -}}
{{- $admin := dict "host" "0.0.0.0" "port" (int .Values.ports.admin) "token" "${WARMPATH_ADMIN_TOKEN}" -}}
{{- $own := dict "server" $server "admin" $admin -}}
{{- if .Values.cluster.enabled -}}
{{- $dns := printf "%s.%s.svc.cluster.local" (include "warmpath.routers" .) .Release.Namespace -}}
{{- $cluster := dict "enabled" true "name" "${POD_NAME}" "host" "${POD_IP}" "port" (int .Values.cluster.port) "bus_port" (int .Values.cluster.busPort) "dns" $dns "secret" "${ROUTERS_SECRET}" -}}
{{- $_ := set $own "cluster" $cluster -}}
{{- end -}}
{{- mergeOverwrite (deepCopy .Values.config) $own | toYaml -}}
{{- end -}}
